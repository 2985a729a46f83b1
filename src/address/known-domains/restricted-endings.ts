/** Endings whose registries accept only schools and authorities. */
export const RESTRICTED = /\.(?:edu|gov|int|mil)$|\.(?:gov|mil)\.[a-z]{2}$|\.ac\.(?:at|id|il|in|jp|kr|th|uk|za)$/;
