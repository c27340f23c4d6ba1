import { logCalls } from "./service-client";

const ANSWER = `### Flights left for H9ZU1C on May 22

Three nonstop flights have seats in **economy**. \`HAT170\` sold out at 11:04, see [the search](https://example.com/search?id=0199a61c).
![seat map](https://example.com/seats.png)

| Flight | Leaves | Arrives | Fare, 2 seats | Difference | Aircraft and its cabin layout |
| --- | --- | --- | ---: | ---: | --- |
| \`HAT083\` | 12:30 | 15:41 | $535.00 | +$151.00 | Airbus A321 with two aisles in front |
| \`HAT156\` | 14:45 | 17:58 | $384.00 | $0.00 | Boeing 737 with three seats on each side |
| \`HAT221\` | 18:10 | 21:20 | $342.00 | −$42.00 | Airbus A220 with two and three seats |

1. **Until 12:00** all three can be booked here.
2. **After 12:00** only the two later ones.
   - a certificate cannot pay for a change

- [x] seats held
- [ ] fare paid

\`\`\`python
def refund(paid, fare, seats):
    """Refund in USD for a change to a cheaper flight."""
    return max(0, paid - fare) * seats  # no fee in economy
\`\`\`

> Policy, line 48: a change keeps the cabin of all passengers unless each pays the difference.

<script>window.hacked = true</script> <img src="https://example.com/pixel.png" onerror="window.hacked = true">
`;

const FLIGHTS = { flights: [{ flight_number: "HAT083", origin: "JFK", seats: { economy: 6 } }], count: 1 };

/** Logs a conversation of one turn whose answer has every form of Markdown, HTML and addresses of other hosts. */
export async function logRenderedThread(serviceUrl: string, project: string, thread: string): Promise<void> {
  const startedAt = new Date(Date.now() - 60_000);
  const [turn] = await logCalls(serviceUrl, project, [
    {
      op: "agent.turn",
      startedAt,
      durationMs: 9000,
      inputs: { message: "Which flights can we still take on the 22nd, and what do we get back?" },
      output: ANSWER,
      thread,
    },
  ]);
  await logCalls(serviceUrl, project, [
    {
      op: "search_direct_flight",
      startedAt: new Date(startedAt.getTime() + 1000),
      durationMs: 181,
      inputs: { origin: "JFK", destination: "SEA", date: "2026-05-22" },
      output: FLIGHTS,
      attributes: { kind: "tool" },
      thread,
      ...(turn === undefined ? {} : { parent: turn, traceId: turn, turn }),
    },
  ]);
}
