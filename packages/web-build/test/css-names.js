// A stylesheet in a component test: every class is called by its own name.
export default new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? name : undefined) });
