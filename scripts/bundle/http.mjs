/** What stands for `node:http` in undici: what it reads of it, as Node has it without flags. */

/** Of requests that a server gets. Nobody here is one. */
export class IncomingMessage {}

export const maxHeaderSize = 16 * 1024;
