export interface KeyedItem {
  /** The same in every language. */
  key: string;
  title: string;
  html: string;
}

export interface KeyedGroup {
  id: string;
  title: string;
  /** HTML, like the texts of items. */
  intro: string;
  items: KeyedItem[];
}

/** The data of a page that is a list of short texts. web/build/keyed-list.ts makes it. */
export interface KeyedList {
  title: string;
  intro: string;
  groups: KeyedGroup[];
}
