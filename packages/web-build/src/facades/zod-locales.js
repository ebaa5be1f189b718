// zod carries some fifty languages; the house speaks one, and zod imports that one by itself.
export {};
