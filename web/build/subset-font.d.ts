/** The package subset-font contains no types. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it.
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>;
}
