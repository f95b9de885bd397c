import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';

/**
 * The steps of the work. The pattern of a step matches the source file and the function of a frame ("file function").
 */
export type Steps = [step: string, pattern: RegExp][];

const SAMPLE_MICROSECONDS = 500;

type ProfileNode = Profiler.ProfileNode;

let session: Session;
let profile: Profiler.Profile;

/** Profiles this process with V8, so that the service itself needs no timers. */
export async function startProfile(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await session.post('Profiler.start');
}

export async function stopProfile(): Promise<void> {
  ({ profile } = await session.post('Profiler.stop'));
  session.disconnect();
}

/**
 * Returns the share of time of each step. A sample belongs to the step of the innermost frame that matches a pattern.
 * Frames of helper functions match no pattern, so their time counts for the caller.
 */
export function profiledShares(steps: Steps): Record<string, number> {
  const stepOf = new Map<number, string>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const visit = (node: ProfileNode, callers: string) => {
    const frame = `${sourceOf(node.callFrame)} ${node.callFrame.functionName}`;
    const step = steps.find(([, pattern]) => pattern.test(frame))?.[0] ?? callers;
    stepOf.set(node.id, step);
    for (const child of node.children ?? []) visit(nodes.get(child)!, step);
  };
  visit(profile.nodes[0]!, 'other');
  const { samples = [], timeDeltas = [] } = profile;
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const shares: Record<string, number> = {};
  for (const [index, sample] of samples.entries()) {
    const step = stepOf.get(sample)!;
    shares[step] = (shares[step] ?? 0) + timeDeltas[index]! / total;
  }
  return shares;
}

/** Returns the TypeScript source file of a frame of compiled code. */
function sourceOf({ url, lineNumber, columnNumber }: ProfileNode['callFrame']): string {
  if (!url.startsWith('file:')) return url;
  const entry = findSourceMap(url)?.findEntry(lineNumber, columnNumber);
  return entry !== undefined && 'originalSource' in entry ? entry.originalSource : url;
}
