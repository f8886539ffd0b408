import { decodeFlight } from './flight.js';

const record = {
  date: '2001/01/10 18:20',
  delay: -5,
  distance: 407,
  origin: 'LAS',
  destination: 'OAK',
};

it('reads the date as UTC and takes the rest over', () => {
  expect(decodeFlight(record)).toEqual({
    departedAt: Date.UTC(2001, 0, 10, 18, 20),
    delay: -5,
    distance: 407,
    origin: 'LAS',
    destination: 'OAK',
  });
});

it.each([
  [null, 'a flight is an object, not null'],
  [[record], 'a flight is an object, not [{'],
  [{ ...record, date: undefined }, 'a flight has no date'],
  [{ ...record, date: '10.1.2001' }, 'the date of a flight is "10.1.2001", not like 2001/01/10'],
  [{ ...record, date: '2001/02/29 18:20' }, 'not a date of the calendar'],
  [{ ...record, date: '2001/13/01 18:20' }, 'not a date of the calendar'],
  [{ ...record, date: '2001/01/10 24:00' }, 'not a date of the calendar'],
  [{ ...record, delay: '5' }, 'the delay of a flight is "5", not a whole number'],
  [{ ...record, delay: 0.5 }, 'the delay of a flight is 0.5, not a whole number'],
  [{ ...record, distance: undefined }, 'a flight has no distance'],
  [{ ...record, origin: '' }, 'the origin of a flight is "", not the code of an airport'],
  [{ ...record, destination: 7 }, 'the destination of a flight is 7, not the code of an airport'],
])('refuses %j', (value, reason) => {
  expect(() => decodeFlight(value)).toThrow(reason);
});
