/** Bytes that arrive in pieces, kept in one buffer: each piece takes as much memory as it has bytes. */

const firstBytes = 1024;

export function collectBytes() {
  let buffer = Buffer.allocUnsafeSlow(firstBytes);
  let length = 0;
  return {
    /** Copies the piece. */
    add(piece: Uint8Array): void {
      if (length + piece.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(length + piece.length, 2 * buffer.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(piece, length);
      length += piece.length;
    },
    /** A view of the bytes that have arrived. */
    soFar: () => buffer.subarray(0, length),
  };
}
