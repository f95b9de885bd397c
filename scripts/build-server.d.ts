export interface Program {
  folder: string;
  sources: string[];
  entries: string[];
  copied: string[];
}

export const DRAWING_THREAD: string;
export const SERVER: Program;
export function ensureBuilt(program: Program, say: (line: string) => void, project?: string): Promise<void>;
