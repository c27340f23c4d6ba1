type Left<Body> = { [Name in keyof Body as Name extends "project_id" ? never : Name]: Body[Name] } & {
  project_id?: string;
};

/** A request in which each required `project_id` may be left out: it is that of the client then. */
export type InProject<Request> = Request extends { project_id: string }
  ? Left<Request>
  : { [Name in keyof Request]: Request[Name] extends { project_id: string } ? Left<Request[Name]> : Request[Name] };
