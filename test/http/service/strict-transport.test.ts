import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service.ts';

describe('a service whose address is https behind a proxy, or http', () => {
  it.each([
    ['https://api.example.com', 'max-age=31536000'],
    ['http://localhost:3000', undefined],
  ])('%s: Strict-Transport-Security is %s', async (publicUrl, expected) => {
    const service = await startTestService({ config: { publicUrl } });
    for (const path of ['/v1/health', '/v1/hotels', '/', '/v1/nothing', '/%zz'])
      expect((await service.app.inject(path)).headers['strict-transport-security']).toBe(expected);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const broken = connect(port, '127.0.0.1', () => broken.end('nonsense\r\n\r\n'));
    let response = '';
    for await (const chunk of broken) response += chunk;
    expect(response.includes('Strict-Transport-Security')).toBe(expected !== undefined);
    await service.end();
  });
});
