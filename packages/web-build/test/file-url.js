// Images in component tests: every import is the same URL.
export default '/picture.webp';
