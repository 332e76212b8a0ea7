declare module '@vercel/ncc' {
  /** The options that are used here; the code comes as one file. */
  export default function ncc(
    input: string,
    options: { cache: false; esm: false; externals: readonly string[]; quiet: true; target: string },
  ): Promise<{ code: string }>;
}
