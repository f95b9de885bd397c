import { marked } from 'marked';
import type { KeyedGroup, KeyedList } from '../src/docs/keyed-list.ts';
import { idsOf } from './markdown.ts';

/**
 * Reads a page that is a list: a title, an introduction, and groups of items `- key: text`. Keys are the same in every
 * language. An item may also have the form `- key: title | text`.
 */
export function keyedList(text: string, english: string): KeyedList {
  const ids = idsOf(english);
  const list: KeyedList = { title: '', intro: '', groups: [] };
  // This group contains the items before the first heading.
  let group: KeyedGroup = { id: '', title: '', intro: '', items: [] };
  for (const line of text.split('\n')) {
    const item = /^- ([^:]+): (.+)$/.exec(line);
    if (line.startsWith('# ')) list.title = line.slice(2);
    else if (line.startsWith('## ')) {
      if (group.items.length > 0) list.groups.push(group);
      group = { id: ids[list.groups.length]!, title: line.slice(3), intro: '', items: [] };
    } else if (item !== null) {
      const [title, html] = item[2]!.includes(' | ') ? item[2]!.split(' | ') : ['', item[2]!];
      group.items.push({ key: item[1]!, title: title!, html: inline(html!) });
    } else if (line !== '' && group.title === '') list.intro += inline(line);
    else if (line !== '') group.intro += inline(line);
  }
  list.groups.push(group);
  return list;
}

function inline(text: string): string {
  return marked.parseInline(text, { async: false });
}

/** Removes the HTML from the text of an item, for the search. */
export function withoutHtml(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
