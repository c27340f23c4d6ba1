/**
 * The header in which the dashboard's own server says whose connection a request came over. What a caller sends under this
 * name is replaced.
 */
export const PEER_HEADER = "x-heddle-peer";
