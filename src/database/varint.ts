/** Appends a whole number as LEB128. Divides instead of shifting, because ids exceed 2^31. */
export const appendVarint = (bytes: number[], value: number): void => {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
};

/** @throws Error if the bytes end in the middle of a number. */
export const readVarint = (bytes: Uint8Array, start: number): [value: number, next: number] => {
  let value = 0;
  let scale = 1;
  for (let position = start; position < bytes.length; position += 1) {
    const byte = bytes[position] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return [value, position + 1];
    scale *= 128;
  }
  throw new Error('a packed row ends in the middle of a number');
};

/** The bytes of a varint below 2^53. */
export const MAX_VARINT = 8;

/** Writes a whole number at a place of a buffer. Returns the place after it. */
export const writeVarint = (bytes: Uint8Array, place: number, value: number): number => {
  let rest = value;
  let next = place;
  while (rest >= 128) {
    bytes[next] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
    next += 1;
  }
  bytes[next] = rest;
  return next + 1;
};
