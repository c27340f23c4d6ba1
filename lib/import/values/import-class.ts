/** The class of the objects that record imports, one object each: a service lists objects by their class. */
export const IMPORT_CLASS = "ImportRecord";
