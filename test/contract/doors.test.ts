import { callStatsSuite } from "./call-stats.suite";
import { callsSuite } from "./calls.suite";
import { completionsSuite } from "./completions.suite";
import { costsSuite } from "./costs.suite";
import { describeDoors } from "./describe-doors";
import { objectMarksSuite } from "./object-marks.suite";
import { objectsSuite } from "./objects.suite";
import { tablesSuite } from "./tables.suite";
import { threadsSuite } from "./threads.suite";
import { trainingSuite } from "./training.suite";
import { valuesSuite } from "./values.suite";

// The suites share one service: opening it and a dashboard costs as much as twenty of their tests. All doors are among them; the
// calls are what both dialects name differently, so that each dialect is tried straight and through the relay.
describeDoors([
  {
    name: "calls",
    suite: callsSuite,
    once: ["straight at the service, svc", "through the relay to a connection of dialect wb"],
  },
  { name: "figures of calls", suite: callStatsSuite, once: ["through the relay to a connection of dialect svc"] },
  { name: "completions", suite: completionsSuite, once: ["through the relay to a connection of dialect wb"] },
  { name: "costs", suite: costsSuite, once: ["straight at the service, svc"] },
  { name: "marks of objects", suite: objectMarksSuite, once: ["through the relay to a connection of dialect svc"] },
  { name: "objects", suite: objectsSuite, once: ["straight at the service, wb"] },
  { name: "tables", suite: tablesSuite, once: ["through the relay to a connection of dialect svc"] },
  { name: "threads", suite: threadsSuite, once: ["through the relay to a connection of dialect wb"] },
  { name: "training", suite: trainingSuite, once: ["through the relay to a connection of dialect svc"] },
  {
    name: "values",
    suite: valuesSuite,
    once: ["straight at the service, wb", "through the relay to a connection of dialect svc"],
  },
]);
