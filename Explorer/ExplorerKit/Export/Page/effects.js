// Runs of effects as bars over time, by lane, and as a list.

class EffectsPane {
  constructor(explorer) {
    this.explorer = explorer;
    this.canvas = make('canvas', {
      attributes: { role: 'img' }, on: { click: (event) => this.pick(event) },
    });
    this.list = new RowList({
      role: 'listbox', label: 'Runs of effects', class: 'runs',
      row: (run, element) => {
        element.classList.add(run.event ?? 'alive');
        element.replaceChildren(
          make('span', { class: 'key', text: run.started === undefined ? '' : clockText(run.started) + ' ' }),
          make('span', { class: 'run', text: runText(run) }),
          make('span', { class: 'origin', text: run.commit === undefined ? ''
            : ' set off by ' + run.commit }),
        );
      },
      choose: () => this.draw(),
      open: (index, run) => {
        if (run.commit !== undefined) explorer.goTo(explorer.store.indexOf(run.commit));
      },
    });
    this.scroller = make('div', { class: 'lanes' }, this.canvas);
    this.none = remark('No effect ran.');
    this.panel = make('section', { class: 'effects' }, this.none, this.scroller, this.list.element);
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  show() {
    const { store } = this.explorer;
    if (this.shown === store) return this.draw();
    this.shown = store;
    this.lanes = new Map();
    for (const run of store.runs) append(this.lanes, run.effect, run);
    let [first, last] = [Infinity, -Infinity];
    const see = (time) => {
      if (time === undefined) return;
      first = Math.min(first, time);
      last = Math.max(last, time);
    };
    for (const entry of store.entries) see(entry.time);
    for (const run of store.runs) {
      see(run.started);
      see(run.ended);
    }
    this.range = [first, Math.max(last, first + 1)];
    this.none.hidden = store.runs.length > 0;
    this.scroller.hidden = this.list.element.hidden = store.runs.length === 0;
    this.canvas.setAttribute('aria-label', countText(store.runs.length, 'run') + ' of '
      + countText(this.lanes.size, 'effect') + ' over ' + durationText((last - first) * 1000)
      + '; they are listed below');
    this.list.show(store.runs, 0);
    return this.draw();
  }

  /// High enough for a finger where fingers are used; at least 30 pixels.
  get laneHeight() {
    return Math.max(parseFloat(getComputedStyle(this.canvas).getPropertyValue('--target')) || 24, 30);
  }

  /// Where a run is, in pixels.
  bar(run, width) {
    const [first, last] = this.range;
    const end = run.ended ?? last;
    const start = run.started ?? end - (run.duration ?? 0) / 1000;
    const scale = (width - 8) / (last - first);
    return [4 + (start - first) * scale, Math.max((end - start) * scale, 2)];
  }

  draw() {
    const width = this.scroller.clientWidth;
    if (!this.lanes || !width) return;
    const { laneHeight } = this;
    // A canvas has a limit; further lanes are in the list.
    const lanes = [...this.lanes].slice(0, 200);
    const height = lanes.length * laneHeight + 18;
    const ratio = devicePixelRatio;
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    this.canvas.style.height = height + 'px';
    const pen = this.canvas.getContext('2d');
    const style = getComputedStyle(this.panel);
    const color = (name) => style.getPropertyValue('--' + name).trim();
    pen.scale(ratio, ratio);
    pen.font = '12px ' + style.getPropertyValue('--mono');
    lanes.forEach(([effect, runs], lane) => {
      const top = lane * laneHeight;
      pen.fillStyle = color('line');
      pen.fillRect(0, top + laneHeight - 1, width, 1);
      for (const run of runs) {
        const [left, length] = this.bar(run, width);
        const isCurrent = this.list.items[this.list.current] === run;
        pen.fillStyle = pen.strokeStyle = color({
          ended: 'added', failed: 'removed', cancelled: 'dim',
        }[run.event] ?? 'accent');
        // Not by colour alone: what was cancelled is hollow, what failed has a cross.
        if (run.event === 'cancelled') pen.strokeRect(left + 0.5, top + 17.5, length - 1, 8);
        else pen.fillRect(left, top + 17, length, 9);
        if (run.event === 'failed') pen.fillText('✗', Math.min(left + length + 2, width - 10), top + 26);
        if (isCurrent) {
          pen.strokeStyle = color('text');
          pen.strokeRect(left - 1.5, top + 15.5, length + 3, 12);
        }
      }
      pen.fillStyle = color('text');
      pen.fillText(cutText(visible(effect), 60) + '  ' + runs.length, 4, top + 12);
    });
    const [first, last] = this.range;
    for (const [time, text] of timeTicks(last - first)) {
      const place = 4 + time / (last - first) * (width - 8);
      const { width: length } = pen.measureText(text);
      pen.fillStyle = color('line');
      pen.fillRect(Math.round(place), height - 18, 1, 5);
      pen.fillStyle = color('dim');
      pen.fillText(text, Math.min(Math.max(place - length / 2, 4), width - 4 - length), height - 3);
    }
  }

  pick(event) {
    const lane = [...this.lanes.values()][Math.floor(event.offsetY / this.laneHeight)] ?? [];
    const width = this.scroller.clientWidth;
    // The nearest one, no farther than a finger is wide.
    let [found, nearest] = [undefined, 22];
    for (const run of lane) {
      const [left, length] = this.bar(run, width);
      const distance = Math.max(left - event.offsetX, event.offsetX - left - length, 0);
      if (distance <= nearest) [found, nearest] = [run, distance];
    }
    if (found) this.list.select(this.explorer.store.runs.indexOf(found));
  }
}
