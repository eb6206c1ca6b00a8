/**
 * The largest length of a title, in characters (quality/security.md L-07); separate from the schemas, so that the browser need
 * not load those.
 */
export const shareTitleMaximum = 80
