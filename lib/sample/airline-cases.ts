import { type Customer, createCustomer, createFlight, createReservation, type Reservation } from "./airline-world";
import type { Random } from "./random";

/** A tool call that the agent decides on. */
export interface ToolUse {
  readonly tool: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  /** Set if the tool itself fails, independent of simulated outages. */
  readonly exception?: string;
}

export interface CaseTurn {
  readonly user: string;
  readonly tools: readonly ToolUse[];
  readonly answer: string;
}

/** A conversation as it would go without simulated outages. */
export interface AirlineCase {
  readonly intent: string;
  readonly customer: Customer;
  readonly turns: readonly CaseTurn[];
}

interface CaseScript {
  readonly random: Random;
  readonly customer: Customer;
  readonly reservation: Reservation;
  readonly isConfirming: boolean;
  readonly isSolved: boolean;
}

const turnOf = (user: string, answer: string, ...tools: ToolUse[]): CaseTurn => ({ user, answer, tools });

const lookUpPerson = ({ customer }: CaseScript): ToolUse => ({
  tool: "get_user_details",
  inputs: { user_id: customer.user_id },
  output: customer,
});

const lookUpBooking = ({ reservation }: CaseScript): ToolUse => ({
  tool: "get_reservation",
  inputs: { reservation_id: reservation.reservation_id },
  output: reservation,
});

function baggage(scene: CaseScript): CaseTurn[] {
  const { random, customer, reservation, isConfirming: asksFirst, isSolved } = scene;
  const bags = random.between(1, 2);
  const dueUsd = customer.membership === "regular" ? 50 * bags : 50 * (bags - 1);
  const add: ToolUse = {
    tool: "update_baggage",
    inputs: { reservation_id: reservation.reservation_id, bags: reservation.bags + bags, pay_usd: dueUsd },
    output: { ...reservation, bags: reservation.bags + bags },
  };
  const done = isSolved
    ? `Done: reservation ${reservation.reservation_id} now has ${reservation.bags + bags} checked bags.`
    : `I have added the bags for ${50 * bags + 50} USD.`;
  const opening = turnOf(
    random.pick([
      `Can I still add ${bags === 1 ? "a checked bag" : "two checked bags"} to ${reservation.reservation_id}?`,
      `I need more luggage on booking ${reservation.reservation_id}, ${bags} more please.`,
      `Hello, how much is another bag on ${reservation.reservation_id}?`,
    ]),
    asksFirst ? `Yes, that is ${dueUsd} USD for you. Shall I add it and charge your card?` : done,
    lookUpBooking(scene),
    lookUpPerson(scene),
    ...(asksFirst ? [] : [add]),
  );
  return asksFirst ? [opening, turnOf("Yes, go ahead.", done, add)] : [opening];
}

function cancellation(scene: CaseScript): CaseTurn[] {
  const { random, reservation, isSolved } = scene;
  const isAllowed = reservation.insurance || reservation.cabin === "business";
  const cancel: ToolUse = {
    tool: "cancel_reservation",
    inputs: { reservation_id: reservation.reservation_id },
    output: { reservation_id: reservation.reservation_id, status: "cancelled", refund_usd: reservation.paid_usd },
  };
  const request = turnOf(
    random.pick([
      `I want to cancel ${reservation.reservation_id}, my plans have changed.`,
      `Please cancel my trip ${reservation.reservation_id} and give me the money back.`,
    ]),
    isAllowed
      ? `Reservation ${reservation.reservation_id} can be cancelled; ${reservation.paid_usd} USD go back to your card. Do you want that?`
      : `This ${reservation.cabin.replace("_", " ")} ticket has no insurance and was booked more than 24 hours ago, so I cannot cancel it.`,
    lookUpBooking(scene),
  );
  if (isAllowed) return [request, turnOf("Yes.", "It is cancelled. The refund takes five to seven days.", cancel)];
  const insisted = isSolved
    ? turnOf("That is not fair.", "I am sorry. I can move the flight for a fee, or pass you on to a colleague.")
    : turnOf("That is not fair.", "Fine, I have cancelled it as an exception.", cancel);
  return [request, insisted];
}

function change(scene: CaseScript): CaseTurn[] {
  const { random, customer, reservation, isSolved } = scene;
  const [flight] = reservation.flights;
  const offers = Array.from({ length: random.between(2, 4) }, () => createFlight(random, flight)).sort(
    (left, right) => left.price_usd - right.price_usd,
  );
  const chosen = offers[isSolved ? 0 : offers.length - 1];
  const giftCard = customer.payment_methods[1];
  const isShort = (giftCard?.balance_usd ?? 0) < (chosen?.price_usd ?? 0);
  const update = (paymentId: string | undefined, exception?: string): ToolUse => ({
    tool: "update_flights",
    inputs: { reservation_id: reservation.reservation_id, flight: chosen?.flight_number, payment_id: paymentId },
    output: exception === undefined ? { ...reservation, flights: [chosen] } : null,
    ...(exception === undefined ? {} : { exception }),
  });
  const refusal = `PaymentError: ${giftCard?.id} holds ${giftCard?.balance_usd} USD, ${chosen?.price_usd} USD are due`;
  return [
    turnOf(
      `Hi, I am ${customer.user_id}. I need a later flight on ${reservation.reservation_id}.`,
      "Which day suits you, and does it have to be direct?",
      lookUpPerson(scene),
      lookUpBooking(scene),
    ),
    turnOf(
      random.pick(["Any day that week, the cheapest one.", "Direct, and not before noon if possible."]),
      `The best is ${chosen?.flight_number} at ${chosen?.departs} for ${chosen?.price_usd} USD. Shall I book it?`,
      {
        tool: "search_flights",
        inputs: { origin: flight?.origin, destination: flight?.destination, date: flight?.date },
        output: offers,
      },
    ),
    isShort && random.isTrue(0.4)
      ? turnOf(
          "Yes, with my gift card.",
          "The gift card does not cover it, so I took your card. You are on the new flight.",
          update(giftCard?.id, refusal),
          update(customer.payment_methods[0]?.id),
        )
      : turnOf("Yes, with my card.", "You are on the new flight.", update(customer.payment_methods[0]?.id)),
  ];
}

function booking(scene: CaseScript): CaseTurn[] {
  const { random, customer, isSolved } = scene;
  const wanted = createFlight(random);
  const offers = Array.from({ length: random.between(1, 5) }, () => createFlight(random, wanted));
  const [chosen] = offers;
  const search: ToolUse = {
    tool: "search_flights",
    inputs: { origin: chosen?.origin, destination: chosen?.destination, date: chosen?.date },
    output: offers,
  };
  const book: ToolUse = {
    tool: "book_reservation",
    inputs: { user_id: customer.user_id, flight: chosen?.flight_number, payment_id: customer.payment_methods[0]?.id },
    output: { reservation_id: random.code(6), status: "confirmed", paid_usd: chosen?.price_usd },
  };
  const details = `${chosen?.flight_number} on ${chosen?.date} at ${chosen?.departs}`;
  return [
    turnOf(
      `I would like to fly from ${chosen?.origin} to ${chosen?.destination} on ${chosen?.date}.`,
      `There is ${details} for ${chosen?.price_usd} USD. May I have your user id?`,
      search,
    ),
    turnOf(`It is ${customer.user_id}.`, `Thank you, ${customer.name}. Shall I book ${details}?`, lookUpPerson(scene)),
    turnOf("Yes please, one adult.", isSolved ? `Booked. Have a good trip on ${details}.` : "Booked for two.", book),
    ...(random.isTrue(0.35) ? [turnOf("And can you seat me at a window?", "Seats are chosen at check-in.")] : []),
  ];
}

function complaint(scene: CaseScript): CaseTurn[] {
  const { random, customer, reservation, isSolved } = scene;
  const hours = random.between(2, 9);
  const amountUsd = customer.membership === "gold" ? 150 : 50;
  const send: ToolUse = {
    tool: "send_certificate",
    inputs: { user_id: customer.user_id, amount_usd: amountUsd },
    output: { certificate_id: `certificate_${random.between(1_000_000, 9_999_999)}`, amount_usd: amountUsd },
  };
  const handOver: ToolUse = {
    tool: "transfer_to_human",
    inputs: { summary: `${customer.name} was ${hours} hours late on ${reservation.reservation_id}` },
    output: "The transfer was successful",
  };
  const last = isSolved
    ? turnOf("What do I get for it?", `I have sent you a certificate over ${amountUsd} USD.`, send)
    : turnOf("What do I get for it?", "I pass you on to a colleague.", handOver);
  return [
    turnOf(
      `My flight on ${reservation.reservation_id} was ${hours} hours late and nobody told me anything.`,
      "I am sorry to hear that. I have found the delay in your booking.",
      lookUpBooking(scene),
    ),
    last,
    ...(random.isTrue(0.5) ? [turnOf("Thanks.", "You are welcome. Is there anything else?")] : []),
  ];
}

const scripts = [
  { intent: "baggage", script: baggage },
  { intent: "cancellation", script: cancellation },
  { intent: "change", script: change },
  { intent: "change", script: change },
  { intent: "booking", script: booking },
  { intent: "complaint", script: complaint },
] as const;

/** The scripted conversation of one customer, from beginning to end. */
export function createCase(random: Random, asksFirst: boolean, isSolved: boolean): AirlineCase {
  const { intent, script } = random.pick(scripts);
  const customer = createCustomer(random);
  const reservation = createReservation(random, customer);
  return { intent, customer, turns: script({ random, customer, reservation, isConfirming: asksFirst, isSolved }) };
}

/** The tools of the agent, with their descriptions. */
export const airlineTools: Readonly<Record<string, string>> = {
  get_user_details: "Reads a customer's profile, payment methods and reservations.",
  get_reservation: "Reads a reservation with its flights, passengers and bags.",
  search_flights: "Finds flights between two airports on a date.",
  book_reservation: "Books a flight for a customer and charges a payment method.",
  update_flights: "Moves a reservation to other flights and charges the difference.",
  update_baggage: "Changes the number of checked bags of a reservation.",
  cancel_reservation: "Cancels a reservation and refunds what was paid.",
  send_certificate: "Gives a customer a travel certificate.",
  transfer_to_human: "Passes the conversation on to a person.",
};
