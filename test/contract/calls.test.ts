import { callsSuite } from "./calls.suite";
import { describeDoors } from "./describe-doors";

// The calls are what both dialects name differently: each dialect once, straight and through the relay.
describeDoors(callsSuite, ["straight at the service, svc", "through the relay to a connection of dialect wb"]);
