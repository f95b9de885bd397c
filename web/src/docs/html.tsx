/** Shows a short text. The build has made its HTML from our own Markdown. */
export function Html({ html, as: Tag = 'span' }: { html: string; as?: 'span' | 'p' | 'div' | 'dd' }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, made into HTML by the build.
  return <Tag dangerouslySetInnerHTML={{ __html: html }} />;
}
