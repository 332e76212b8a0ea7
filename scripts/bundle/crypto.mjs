/** What stands for `node:crypto` in the bundle, without undici: the same functions, which load it when they are called. It takes a fifth of Node's own start. */

const crypto = () => process.getBuiltinModule('node:crypto');

export const hash = (...values) => crypto().hash(...values);
export const createHmac = (...values) => crypto().createHmac(...values);
export const randomUUID = () => crypto().randomUUID();
