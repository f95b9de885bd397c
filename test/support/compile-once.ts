import { createRequire } from 'node:module';

/**
 * All services of a worker use the same schemas. Compiling them takes 0.2 s of processor time per service, so Fastify's
 * compilers keep what they have compiled. Fastify loads them when it builds the first app.
 */
type Compile = (route: { schema: object }) => unknown;
type BuildCompiler = (sharedSchemas: object, options: object) => Compile;

const fastifyRequire = createRequire(createRequire(import.meta.url).resolve('fastify'));

function remember(module: string): void {
  const createBuilder: () => BuildCompiler = fastifyRequire(module);
  const build = createBuilder();
  const compilers = new Map<string, Compile>();
  const rememberingBuild: BuildCompiler = (sharedSchemas, options) => {
    const key = JSON.stringify(sharedSchemas);
    const known = compilers.get(key);
    if (known !== undefined) return known;
    const compile = build(sharedSchemas, options);
    const compiled = new Map<string, unknown>();
    const rememberingCompile: Compile = (route) => {
      const schema = JSON.stringify(route.schema);
      if (!compiled.has(schema)) compiled.set(schema, compile(route));
      return compiled.get(schema);
    };
    compilers.set(key, rememberingCompile);
    return rememberingCompile;
  };
  fastifyRequire.cache[fastifyRequire.resolve(module)]!.exports = () => rememberingBuild;
}

remember('@fastify/ajv-compiler');
remember('@fastify/fast-json-stringify-compiler');
