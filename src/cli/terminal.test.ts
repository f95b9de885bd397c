import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTerminal, fields, table } from './terminal.ts';

function openTerminal() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = createTerminal({ stdin: new PassThrough(), stdout, stderr } as unknown as NodeJS.Process);
  return { terminal, out: () => String(stdout.read()), err: () => String(stderr.read()) };
}

/**
 * On a terminal, this text clears the screen, sets the window title, moves the cursor, rings the bell and reverses the
 * text that follows.
 */
const HOSTILE = 'OTA\u001b[2J\u001b]0;x\u0007\u009b1A\r\u007f\u202e42\u2066\u200f\u061c\ufeff\u2028\u{e0041}';
const OBEYED = /[^\P{C}\n\u200c\u200d]|[\u2028\u2029]/u;

describe('what a terminal would obey', () => {
  it('is printed as an escape, on both outputs', () => {
    const { terminal, out, err } = openTerminal();
    terminal.print(HOSTILE);
    expect(out()).toBe(
      'OTA\\u001b[2J\\u001b]0;x\\u0007\\u009b1A\\u000d\\u007f\\u202e42\\u2066\\u200f\\u061c\\ufeff\\u2028\\udb40\\udc41\n',
    );
    terminal.say(HOSTILE);
    expect(err()).not.toMatch(OBEYED);
  });

  it('does not change JSON', () => {
    const { terminal, out } = openTerminal();
    terminal.print(JSON.stringify({ channel_reference: HOSTILE }, null, 2));
    const text = out();
    expect(text).not.toMatch(OBEYED);
    expect(JSON.parse(text)).toEqual({ channel_reference: HOSTILE });
  });

  it('does not add lines or columns to a table', () => {
    const row = { guest: 'Sara\nSECOND\tROW', note: HOSTILE };
    expect(table([row], '').split('\n')).toHaveLength(2);
    expect(fields(row).split('\n')).toHaveLength(2);
    expect(table([row], '')).not.toMatch(OBEYED);
  });
});

it('letters of every script, joiners included, are printed as they are', () => {
  const { terminal, out } = openTerminal();
  const text = 'زينب الكربلائي هەڵوەشاندنەوە می\u200cخواهم Zoë 🏨';
  terminal.print(`${text}\n${table([{ name: text }], '')}`);
  expect(out()).toBe(`${text}\nname\n${text}\n`);
});
