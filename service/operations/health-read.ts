import type { Handler } from "@/service/http/handler";

/** Ready: the router exists only once the store is open. */
export const readHealth: Handler<"health"> = async () => ({ status: "ok" });
