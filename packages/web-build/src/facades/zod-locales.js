// zod contains some fifty languages. The product has one, which zod imports by itself.
export {};
