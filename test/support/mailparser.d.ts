/** Only the fields that tests read, because the package has no types. */
declare module 'mailparser' {
  export interface ParsedMail {
    subject?: string;
    html: string | false;
    text?: string;
    messageId?: string;
    inReplyTo?: string;
    references?: string | string[];
    from?: { text: string };
    to?: { text: string; value: { name: string; address: string }[] };
    headers: Map<string, unknown>;
    attachments: { filename?: string; contentType: string; content: Buffer }[];
  }
  export function simpleParser(source: Buffer): Promise<ParsedMail>;
}
