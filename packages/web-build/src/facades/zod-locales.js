// zod contains some fifty languages. Only English is used, and zod imports it by itself.
export {};
