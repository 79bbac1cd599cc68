// Plots over time, with axes, and what they show as a sentence.

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const numberText = (number) => (Number.isInteger(number) && Math.abs(number) < 1e21
  ? number.toLocaleString('en-US') : Number(number.toPrecision(4)).toString());

/// A measured number, of which two digits are read.
const rateText = (number) => (number >= 10 ? Math.round(number).toLocaleString('en-US')
  : Number(number.toPrecision(2)).toString());

/// Round numbers, a few, the first at most `low` and the last at least `high`; none if there are none.
function ticks(low, high) {
  const rough = high / 4 - low / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const first = Math.floor(low / step);
  const count = Math.min(Math.ceil(high / step) - first + 1, 12);
  // 3 * 0.1 is 0.3; integers keep all their digits.
  const exact = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  const found = new Set();
  for (let place = 0; place < count; place += 1) found.add(exact((first + place) * step));
  return [...found].every(Number.isFinite) ? [...found] : [];
}

const timeUnits = [
  [1, 'µs'], [1e3, 'ms'], [1e6, 's'], [60e6, 'min'], [3600e6, 'h'], [86400e6, 'days'],
];

/// Round times of a span in microseconds, from its beginning: [time, text].
function timeTicks(span) {
  const [size, name] = timeUnits.findLast(([one]) => span >= 2 * one) ?? timeUnits[0];
  return ticks(0, span / size).filter((time) => time * size <= span)
    .map((time) => [time * size, numberText(time) + ' ' + name]);
}

/// Short texts of the numbers of an axis, as long as they differ.
function axisTexts(numbers) {
  const short = numbers.map((number) => (Math.abs(number) < 1e5 ? numberText(number)
    : number.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })));
  return new Set(short).size < short.length ? numbers.map(numberText) : short;
}

/// A plot of steps over time: each point holds until the next.
///
/// - points: [time in µs, value]; a value of undefined is a gap.
/// - unit stands behind numbers of the sentence, axis beside the axis of values.
function plot(title, points, [first, last], { unit = '', axis = '', text = numberText } = {}) {
  const [width, height, margin] = [640, 120, 4];
  const isKnown = ([, value]) => Number.isFinite(value);
  const known = points.filter(isKnown);
  const [least, most] = known.reduce(([low, high], [, value]) => (
    [Math.min(low, value), Math.max(high, value)]), [Infinity, -Infinity]);
  const bottom = least > 0 && least < most / 2 ? 0 : Math.min(least, most === least ? least - 1 : least);
  const values = known.length === 0 ? [] : ticks(bottom, most);
  const [low, high] = values.length > 1 ? [values[0], values.at(-1)] : [bottom, most];
  const times = timeTicks(last - first);
  const x = (time) => margin + (time - first) / (last - first || 1) * (width - 2 * margin);
  // Halves: the difference of two numbers may be more than there is.
  const y = (value) => 6 + (1 - (value / 2 - low / 2) / (high / 2 - low / 2 || 1)) * (height - 12);

  let path = '';
  let pen = false;
  points.forEach(([time, value], place) => {
    if (!isKnown(points[place])) { pen = false; return; }
    const end = points[place + 1]?.[0] ?? last;
    path += (pen ? 'L' : 'M') + x(time).toFixed(1) + ' ' + y(value).toFixed(1) + 'H' + x(end).toFixed(1);
    pen = true;
  });
  const grid = values.map((value) => 'M0 ' + y(value).toFixed(1) + 'H' + width).join('')
    + times.map(([time]) => 'M' + x(first + time).toFixed(1) + ' 0V' + height).join('');

  const sentence = known.length === 0 ? 'no number'
    : least === most ? 'always ' + text(least) + unit
      : 'from ' + text(least) + ' to ' + text(most) + unit + ', at the end ' + text(known.at(-1)[1]);
  const peak = known.find(([, value]) => value === most);
  const picture = svg('svg', {
    viewBox: '0 0 ' + width + ' ' + height, class: 'plot', role: 'img', preserveAspectRatio: 'none',
    'aria-label': title + ', ' + sentence + ', in ' + durationText((last - first) * 1000) + ' from '
      + clockText(first) + (peak && least < most ? ', most at ' + clockText(peak[0]) : ''),
  }, svg('path', { d: grid, class: 'grid' }), svg('path', { d: path, class: 'line' }));
  return make('figure', {},
    make('figcaption', {}, make('strong', { text: title }), ' ' + sentence),
    make('div', { class: 'chart' },
      axis === '' ? undefined : make('span', { class: 'axis', text: axis, attributes: { 'aria-hidden': true } }),
      labels('amounts', axisTexts(values).map((one, place) => [y(values[place]) / height, one]), 'top'),
      picture,
      labels('times', times.map(([time, one]) => [x(first + time) / width, one]), 'left')));
}

/// The texts along an axis, each at its share of the length. The picture's name says what they do.
function labels(name, texts, side) {
  const all = texts.map(([share, text]) => {
    const label = make('span', { text, class: share > 0.9 ? 'last' : '' });
    label.style[side] = (share * 100).toFixed(2) + '%';
    return label;
  });
  return make('div', { class: name, attributes: { 'aria-hidden': true } }, ...all);
}

/// An amount a second in intervals: at most 200, and fewer for few events.
function inIntervals(events, [first, last]) {
  const count = Math.min(Math.max(Math.round(events.length / 4), 12), 200);
  const width = Math.max((last - first) / count, 1);
  const sums = [];
  for (const [time, amount] of events) {
    const place = Math.min(Math.floor((time - first) / width), count - 1);
    sums[place] = (sums[place] ?? 0) + amount;
  }
  return Array.from({ length: count }, (_, place) => [
    first + place * width, (sums[place] ?? 0) / (width / 1e6),
  ]);
}
