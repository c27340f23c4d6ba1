import type { Random } from "./random";

/** The invented people, flights and bookings of the sample's conversations. */

const firstNames = ["Amara", "Bruno", "Chiara", "Daniel", "Emeka", "Farah", "Greta", "Hiro", "Ines", "Jonas"] as const;
const moreNames = ["Kavya", "Liam", "Mia", "Noor", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tariq"] as const;
const lastNames = ["Adeyemi", "Berg", "Costa", "Dubois", "Eriksen", "Fischer", "Gupta", "Haddad", "Ito"] as const;
const airports = ["JFK", "SFO", "SEA", "BOS", "DEN", "ATL", "ORD", "LAX", "MIA", "DFW", "PHX", "IAH"] as const;
const cabins = ["basic_economy", "economy", "business"] as const;
const memberships = ["regular", "regular", "silver", "gold"] as const;

export interface Customer {
  readonly user_id: string;
  readonly name: string;
  readonly membership: string;
  readonly payment_methods: readonly { readonly id: string; readonly balance_usd: number | null }[];
  readonly reservations: readonly string[];
}

export interface Flight {
  readonly flight_number: string;
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly departs: string;
  readonly price_usd: number;
  readonly seats_left: number;
}

export interface Reservation {
  readonly reservation_id: string;
  readonly user_id: string;
  readonly cabin: string;
  readonly flights: readonly Flight[];
  readonly passengers: number;
  readonly bags: number;
  readonly insurance: boolean;
  readonly paid_usd: number;
}

const two = (value: number) => String(value).padStart(2, "0");

/** A flight, or another one between the same airports on the same day. */
export function createFlight(random: Random, like?: Pick<Flight, "origin" | "destination" | "date">): Flight {
  const origin = like?.origin ?? random.pick(airports);
  const other = random.pick(airports);
  const away = other === origin ? (origin === "JFK" ? "SFO" : "JFK") : other;
  return {
    flight_number: `HD${two(random.between(1, 99))}${random.between(0, 9)}`,
    origin,
    destination: like?.destination ?? away,
    date: like?.date ?? `2027-${two(random.between(1, 9))}-${two(random.between(1, 28))}`,
    departs: `${two(random.between(5, 22))}:${random.pick(["00", "15", "30", "45"])}`,
    price_usd: random.between(59, 640),
    seats_left: random.between(0, 18),
  };
}

export function createCustomer(random: Random): Customer {
  const first = random.isTrue(0.5) ? random.pick(firstNames) : random.pick(moreNames);
  const last = random.pick(lastNames);
  const digits = random.between(1000, 9999);
  return {
    user_id: `${first}_${last}_${digits}`.toLowerCase(),
    name: `${first} ${last}`,
    membership: random.pick(memberships),
    payment_methods: [
      { id: `card_${random.between(100_000, 999_999)}`, balance_usd: null },
      { id: `gift_card_${random.between(100_000, 999_999)}`, balance_usd: random.between(20, 300) },
    ],
    reservations: Array.from({ length: random.between(1, 3) }, () => random.code(6)),
  };
}

export function createReservation(random: Random, customer: Customer): Reservation {
  const flight = createFlight(random);
  const passengers = random.between(1, 3);
  return {
    reservation_id: customer.reservations[0] ?? random.code(6),
    user_id: customer.user_id,
    cabin: random.pick(cabins),
    flights: [flight],
    passengers,
    bags: random.between(0, 2),
    insurance: random.isTrue(0.3),
    paid_usd: flight.price_usd * passengers,
  };
}
