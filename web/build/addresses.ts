import type { Plugin } from 'vite';
import { REFUSAL_CODES } from '../../src/http/common/errors.ts';
import { OPERATIONS } from '../src/console/operations.ts';
import { GUIDE_ORDER, MOVED_GUIDES } from '../src/docs/guide-order.ts';
import { referenceOf } from './entries.ts';
import { referenceIn } from './reference.ts';

/**
 * Writes addresses.json, which lists every address of the pages with a variable part in their path. With this list, the
 * service can send 404 for other addresses of the same form. The service does not publish addresses.json.
 */
export function addresses(): Plugin {
  return {
    name: 'addresses',
    apply: 'build',
    generateBundle() {
      const { entries } = referenceOf(referenceIn('en'));
      const pagesOf = (isSandbox: boolean) =>
        entries.filter(({ sandbox = false }) => sandbox === isSandbox).map(({ id }) => `/reference/${id}`);
      const source = JSON.stringify({
        everywhere: [
          ...pagesOf(false),
          ...[...GUIDE_ORDER, ...Object.keys(MOVED_GUIDES)].map((slug) => `/guides/${slug}`),
          ...REFUSAL_CODES.map((code) => `/errors/${code}`),
        ],
        sandbox: [
          ...pagesOf(true),
          ...OPERATIONS.flatMap(({ id, reference = id }) => [`/console/${id}`, `/console/${reference}`]),
        ],
      });
      this.emitFile({ type: 'asset', fileName: 'addresses.json', source });
    },
  };
}
