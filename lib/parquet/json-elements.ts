/** The name in the metadata of a Parquet file under which it says which elements of its schema are JSON: their numbers. */
export const JSON_ELEMENTS = "heddle.json";
