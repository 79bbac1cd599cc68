// What a session counts: actions, effects and changes in tables, and plots over time.

function quantile(sorted, fraction) {
  return sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)];
}

function table(caption, columns, rows) {
  const most = Math.max(...rows.map((row) => row[1]), 1);
  const body = make('tbody');
  for (const row of rows) {
    const cells = row.map((cell, place) => (place === 0
      ? make('th', { text: cell, attributes: { scope: 'row' } })
      : make('td', { text: typeof cell === 'number' ? cell.toLocaleString('en-US') : cell })));
    const bar = make('div', { class: 'bar' });
    bar.style.width = row[1] / most * 100 + '%';
    body.append(make('tr', {}, ...cells,
      make('td', { class: 'bars', attributes: { 'aria-hidden': true } }, bar)));
  }
  const head = make('tr', {}, ...columns.map((text) => make('th', { text, attributes: { scope: 'col' } })),
    make('td'));
  return make('table', {}, make('caption', { text: caption }), make('thead', {}, head), body);
}

class StatisticsPane {
  constructor(explorer) {
    this.explorer = explorer;
    this.panel = make('section', { class: 'statistics' });
  }

  show(pins) {
    const { store } = this.explorer;
    // The same for each commit that is selected.
    const shown = pins.map((pin) => pin.text).join('\n');
    if (this.store === store && this.shown === shown) return undefined;
    [this.store, this.shown] = [store, shown];
    const commits = store.entries.filter((entry) => !entry.isGap);
    if (commits.length === 0) return this.panel.replaceChildren(remark('There are no commits.'));
    const times = commits.map((entry) => entry.time);
    const range = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)],
      [Infinity, -Infinity]);
    range[1] = Math.max(range[1], range[0] + 1);
    const measured = commits.filter((entry) => entry.reducing !== undefined);
    this.panel.replaceChildren(
      plot('Commits', inIntervals(commits.map((entry) => [entry.time, Math.max(entry.count ?? 1, 1)]),
        range), range, { unit: ' a second', axis: 'commits a second', text: rateText }),
    );
    if (measured.length > 0) {
      this.panel.append(plot('Time spent reducing', inIntervals(
        measured.map((entry) => [entry.time, entry.reducing / 1000]), range,
      ), range, { unit: ' µs a second', axis: 'µs a second', text: rateText }));
    }
    this.showPins(pins, range);
    this.panel.append(this.actions(commits), ...this.effects(), this.changes(commits));
    return undefined;
  }

  showPins(pins, range) {
    if (pins.length === 0) return;
    const points = pins.map(() => []);
    const { store } = this.explorer;
    let time = range[0];
    store.forEachState((state, index) => {
      time = store.entries[index]?.time ?? time;
      pins.forEach(({ path }, place) => {
        const value = numberOf(resolve(state, path));
        if (points[place].at(-1)?.[1] !== value) points[place].push([time, value]);
      });
    });
    points.forEach((one, place) => this.panel.append(plot(visible(pins[place].text), one, range)));
  }

  actions(commits) {
    const counted = new Map();
    for (const entry of commits) append(counted, actionName(entry.action), entry.reducing);
    const rows = [...counted].map(([name, all]) => {
      const times = all.filter((time) => time !== undefined).sort((one, other) => one - other);
      return [name, all.length, ...(times.length === 0 ? ['–', '–']
        : [durationText(quantile(times, 0.5)), durationText(quantile(times, 0.99))])];
    });
    return table('Actions', ['Action', 'Count', 'Reduced in (median)', '99 %'], top(rows));
  }

  effects() {
    const counted = new Map();
    for (const run of this.explorer.store.runs) append(counted, visible(run.effect), run);
    if (counted.size === 0) return [];
    const rows = [...counted].map(([name, runs]) => {
      const count = (event) => runs.filter((run) => run.event === event).length;
      const times = runs.filter((run) => run.event === 'ended' || run.event === 'failed')
        .map((run) => run.duration).filter((time) => time !== undefined)
        .sort((one, other) => one - other);
      const retries = runs.reduce((sum, run) => sum + (run.retries ?? 0), 0);
      return [name, runs.length, count('failed'), retries, count('cancelled'),
        times.length === 0 ? '–' : durationText(quantile(times, 0.5))];
    });
    return [table('Effects', ['Effect', 'Runs', 'Failed', 'Retries', 'Cancelled', 'Took (median)'], top(rows))];
  }

  changes(commits) {
    const counted = new Map();
    for (const { changes } of commits) {
      for (const { path } of changes) {
        const name = pathText(path.filter((step) => typeof step === 'string')) || '(the whole state)';
        counted.set(name, (counted.get(name) ?? 0) + 1);
      }
    }
    return table('What changes', ['Path', 'Changes'], top([...counted]));
  }
}

const top = (rows) => rows.sort((one, other) => other[1] - one[1]).slice(0, 40);
