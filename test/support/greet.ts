// Runs only with a loader of TypeScript, or as built.
const greeting: string = 'hello';
process.stdout.write(greeting);
