// CSS modules in component tests: every class has its own name as its value.
export default new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? name : undefined) });
