/**
 * A title has at most so many characters (quality/security.md L-07). Apart from the schemas, so that the browser knows it
 * without loading those.
 */
export const shareTitleMaximum = 80
