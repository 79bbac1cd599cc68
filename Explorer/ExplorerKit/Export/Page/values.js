// Values as the wire writes them: JSON, with an object {"$": kind, …} for what JSON has not. A leading
// "$" of a program's own key is doubled.

// JSON.parse loses digits beyond 53 bits, and the point of 1.0: such numbers keep their text.
const unusualNumber = /[:,[](?:-?\d+\.0|-?\d{17,}|-?9\d{15}|-0)[,}\]]/;

function parseRecords(text) {
  if (!unusualNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value, context) => {
    const source = typeof value === 'number' && context ? context.source : undefined;
    if (source === undefined || source === String(value)) return value;
    return /^-?\d+(\.0)?$/.test(source) ? { $: 'number', text: source } : value;
  });
}

const isObject = (value) => value !== null && typeof value === 'object';
const tag = (value) => (isObject(value) && !Array.isArray(value) && typeof value.$ === 'string'
  ? value.$ : undefined);
const wireKey = (key) => (key.startsWith('$') ? '$' + key : key);
const userKey = (key) => (key.startsWith('$') ? key.slice(1) : key);

const hasPayload = (value) => isObject(value.payload) && Object.keys(value.payload).length > 0;

/// What a case leads to: a single value without a label, otherwise an object of its values.
function payloadOf(value) {
  const keys = Object.keys(value.payload);
  return keys.length === 1 && keys[0] === '_0' ? value.payload._0 : value.payload;
}

/// The members of a value as [step, value], or undefined for a leaf.
function membersOf(value) {
  if (!isObject(value)) return undefined;
  if (Array.isArray(value)) return value.map((element, index) => [index, element]);
  switch (tag(value)) {
    case undefined: return Object.entries(value).map(([key, inner]) => [userKey(key), inner]);
    case 'case': return hasPayload(value) ? [[value.name, payloadOf(value)]] : undefined;
    default: return undefined;
  }
}

const isFoldable = (value) => (membersOf(value) ?? []).length > 0;

/// The value one step below; undefined if there is none.
function memberOf(value, step) {
  if (!isObject(value)) return undefined;
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  const kind = tag(value);
  if (kind === 'case') {
    if (!hasPayload(value)) return undefined;
    // Paths of earlier versions lead into the payload without the case.
    return step === value.name ? payloadOf(value) : memberOf(value.payload, step);
  }
  if (kind !== undefined) return undefined;
  const key = typeof step === 'string' ? wireKey(step) : '_' + step;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function valueAt(value, path) {
  let found = value;
  for (const step of path) {
    found = memberOf(found, step);
    if (found === undefined) return undefined;
  }
  return found;
}

function areEqual(one, other) {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && areEqual(one[key], other[key]));
}

/// A number to plot, that of a list's elements; undefined for anything else.
function numberOf(value) {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return value.length;
  if (tag(value) === 'number') return Number(value.text);
  return undefined;
}

// MARK: Text

// Control characters, separators, what changes the order of text, and what has no width.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/// The text as it can only be read.
function visible(text) {
  return String(text).replace(hidden, (scalar) => (scalar === '\n' ? '\\n' : scalar === '\t' ? '\\t'
    : scalar === '\r' ? '\\r' : '\\u{' + scalar.codePointAt(0).toString(16).toUpperCase() + '}'));
}

const quoted = (text) => '"' + visible(text.replace(/["\\]/g, '\\$&')) + '"';
const isIdentifier = (key) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key);

function pathText(path) {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += '[' + step + ']';
    // A value without a label in a case's payload.
    else if (/^_\d{1,4}$/.test(step)) text += '[' + step.slice(1) + ']';
    else if (isIdentifier(step)) text += (text ? '.' : '') + step;
    else text += '[' + quoted(step) + ']';
  }
  return text;
}

/// The value at a path with ids.
function resolve(value, path) {
  let found = value;
  for (const step of path) {
    found = isObject(step)
      ? (Array.isArray(found) ? found.find((element) => idText(element) === step.id) : undefined)
      : memberOf(found, step);
    if (found === undefined) return undefined;
  }
  return found;
}

function idText(element) {
  const id = memberOf(element, 'id');
  return id === undefined ? undefined : typeof id === 'string' ? id : summary(id);
}

/// A leaf, or what stands for a container that is folded.
function summary(value, limit = 200) { return shortened(value, limit).text; }

/// The summary, and whether something of it is cut.
function shortened(value, limit) {
  const writer = { text: '', limit };
  write(value, writer);
  const isCut = writer.text.length > limit;
  return { isCut, text: isCut ? cutText(writer.text, limit) + '…' : writer.text };
}

/// The beginning of a text that does not end within a character.
const cutText = (text, limit) => text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');

function write(value, writer) {
  if (writer.text.length > writer.limit) return;
  const add = (text) => { writer.text += text; };
  // Quotation marks make it longer than the limit, if it is cut here.
  if (typeof value === 'string') return add(quoted(value.slice(0, writer.limit)));
  if (!isObject(value)) return add(Object.is(value, -0) ? '-0.0' : String(value));
  if (Array.isArray(value)) {
    add('[');
    value.every((element, index) => {
      if (index > 0) add(', ');
      write(element, writer);
      return writer.text.length <= writer.limit;
    });
    return add(']');
  }
  switch (tag(value)) {
    case 'case':
      add('.' + visible(value.name));
      if (!value.payload || Object.keys(value.payload).length === 0) return undefined;
      add('(');
      writeMembers(value.payload, writer, true);
      return add(')');
    case 'redacted': return add(redacted);
    case 'number': return add(value.text);
    case 'float': return add(visible(value.value));
    case 'date': return add(dateText(value.seconds));
    case 'data': return add('<' + base64Length(value.base64) + ' bytes>');
    case 'opaque': return add('<' + visible(value.typeName) + '>');
    case 'cut': return add(cutNote(value));
    default:
      add('{');
      writeMembers(value, writer, false);
      return add('}');
  }
}

function writeMembers(object, writer, isPayload) {
  Object.entries(object).every(([key, value], index) => {
    if (index > 0) writer.text += ', ';
    if (!(isPayload && key === '_' + index)) {
      const name = userKey(key);
      writer.text += (isIdentifier(name) ? name : quoted(name)) + ': ';
    }
    write(value, writer);
    return writer.text.length <= writer.limit;
  });
}

function cutNote(cut) {
  switch (cut.kind) {
    case 'characters': return quoted(cut.kept) + ' <' + cut.omitted + ' more characters>';
    case 'bytes': return '<' + base64Length(cut.kept) + ' bytes, ' + cut.omitted + ' more>';
    case 'depth': return '<' + visible(cut.typeName) + ', too deep>';
    default: return '<' + cut.omitted + ' more>';
  }
}

const base64Length = (text) => Math.floor(text.replace(/=+$/, '').length * 3 / 4);

function dateText(seconds) {
  const milliseconds = Number(numberOf(seconds)) * 1000;
  if (!(Math.abs(milliseconds) <= 8.64e15)) return '<date>';
  const text = new Date(milliseconds).toISOString();
  const day = Math.floor(milliseconds / 86400000);
  // Up to October 4, 1582 the calendar is the Julian one, as in the terminal.
  return day < -141427 ? julianDate(day) + text.slice(text.indexOf('T')) : text;
}

// Counts in years that begin in March, so that the leap day is the last of its year.
function julianDate(daysSince1970) {
  const days = daysSince1970 + 719470;
  const dayOfEra = ((days % 1461) + 1461) % 1461;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460)) / 365);
  const dayOfYear = dayOfEra - 365 * yearOfEra;
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const year = yearOfEra + Math.floor(days / 1461) * 4 + (month <= 2 ? 1 : 0);
  const padded = (number, width) => String(Math.abs(number)).padStart(width, '0');
  return (year < 0 ? '-' : '') + [padded(year, 4), padded(month, 2), padded(day, 2)].join('-');
}

// MARK: Times

function durationText(nanoseconds) {
  if (nanoseconds < 1e3) return nanoseconds + ' ns';
  if (nanoseconds < 999500) return Math.round(nanoseconds / 1e3) + ' µs';
  if (nanoseconds < 999500000) return Math.round(nanoseconds / 1e6) + ' ms';
  return (nanoseconds / 1e9).toFixed(2) + ' s';
}

const pad = (number, width = 2) => String(number).padStart(width, '0');

/// The time of day of a time in microseconds since 1970.
function clockText(time) {
  const date = new Date(time / 1000);
  if (Number.isNaN(date.getTime())) return '–';
  return pad(date.getHours()) + ':' + pad(date.getMinutes()) + ':' + pad(date.getSeconds()) + '.'
    + pad(date.getMilliseconds(), 3);
}

function dayText(time) {
  const date = new Date(time / 1000);
  if (Number.isNaN(date.getTime())) return '–';
  return date.getFullYear() + '-' + pad(date.getMonth() + 1) + '-' + pad(date.getDate());
}

const countText = (count, noun) => count.toLocaleString('en-US') + ' ' + noun
  + (count === 1 ? '' : 's');
