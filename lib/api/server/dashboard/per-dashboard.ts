import type { Dashboard } from "./dashboard";

/** Returns a function that creates a value once for each dashboard; a process has one, tests have many. */
export function perDashboard<Value>(create: (dashboard: Dashboard) => Value): (dashboard: Dashboard) => Value {
  const values = new WeakMap<Dashboard, Value>();
  return (dashboard) => {
    const known = values.get(dashboard);
    if (known !== undefined) return known;
    const created = create(dashboard);
    values.set(dashboard, created);
    return created;
  };
}
