declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  export default names;
}
declare module '*.css';
declare module '*.webp' {
  const url: string;
  export default url;
}
