/** What the test of the picture uses: the package's own types load those of every kind of diagram. */
declare module 'mermaid' {
  const mermaid: { parse(text: string): Promise<{ diagramType: string }> };
  export default mermaid;
}
