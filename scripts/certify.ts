import { main } from './certify/main.ts';

process.exitCode = await main(process.argv.slice(2), (line) => console.log(line));
