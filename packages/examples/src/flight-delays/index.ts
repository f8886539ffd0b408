/** The door for the bench: the job, its file, and the answer by another way. */
export { delayRow, type DelayRow } from './delay-row.js';
export { expectedRowsInTurn } from './expected-rows.js';
export { flightDelays, type DayOfDelays, type FlightDelaysEnds } from './flight-delays-job.js';
export { decodeFlight, type Flight } from './flight.js';
export { FORMATS, flightsIn, type FlightFile, type Format } from './flight-file.js';
export { parsedFlights, type ParsedFlight } from './parsed-flights.js';
