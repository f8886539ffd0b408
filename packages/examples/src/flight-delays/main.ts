process.stdout.write('flight-delays: nothing here yet\n');
export {};
