const { createApp, reactive, nextTick } = Vue;
const LONG = { Thu: 'Thursday', Fri: 'Friday', Sat: 'Saturday', Sun: 'Sunday', Mon: 'Monday' };
const DATES = { Thu: '16 July', Fri: '17 July', Sat: '18 July', Sun: '19 July', Mon: '20 July' };

async function api(method, path, body) {
  const answer = await fetch('/api' + path, { method, headers: { 'Content-Type': 'application/json' }, body: body ? JSON.stringify(body) : undefined });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { field: said.field, code: answer.status });
  return said;
}

const Dropdown = {
  props: ['modelValue', 'options', 'label', 'placeholder', 'searchable'],
  emits: ['update:modelValue'],
  data: () => ({ open: false, at: -1, typed: '', id: 'd' + Math.random().toString(36).slice(2, 8) }),
  computed: {
    shown() { const t = this.typed.toLowerCase(); return this.options.filter(o => o.text.toLowerCase().includes(t)); },
    current() { const one = this.options.find(o => o.value === this.modelValue); return one ? one.text : ''; },
  },
  methods: {
    toggle() { this.open ? this.shut() : this.show(); },
    show() { this.open = true; this.typed = ''; this.at = Math.max(0, this.options.findIndex(o => o.value === this.modelValue)); if (this.searchable) nextTick(() => this.$refs.search.focus()); },
    shut() { this.open = false; },
    pick(o) { this.$emit('update:modelValue', o.value); this.shut(); },
    key(e) {
      if (e.key === 'Escape' && this.open) { e.stopPropagation(); this.shut(); }
      else if (e.key === 'ArrowDown') { e.preventDefault(); this.open ? this.at = Math.min(this.at + 1, this.shown.length - 1) : this.show(); }
      else if (e.key === 'ArrowUp') { e.preventDefault(); this.at = Math.max(this.at - 1, 0); }
      else if (e.key === 'Enter' || (e.key === ' ' && !this.searchable)) { e.preventDefault(); this.open ? this.shown[this.at] && this.pick(this.shown[this.at]) : this.show(); }
    },
    out(e) { if (!this.$el.contains(e.target)) this.shut(); },
  },
  mounted() { document.addEventListener('mousedown', this.out); },
  unmounted() { document.removeEventListener('mousedown', this.out); },
  template: `<div class="dd" @keydown="key">
    <div class="dd-box" role="combobox" tabindex="0" aria-haspopup="listbox" :aria-expanded="open" :aria-controls="id" :aria-label="label" @click="toggle"><span :class="{pale: !current}">{{ current || placeholder }}</span><i aria-hidden="true"></i></div>
    <div v-if="open" class="dd-menu"><input v-if="searchable" ref="search" v-model="typed" :aria-label="'Filter ' + label" placeholder="Type to filter" @input="at = 0">
    <div role="listbox" :id="id" :aria-label="label"><div v-for="(o, i) in shown" :key="o.value" role="option" :aria-selected="o.value === modelValue" :class="{at: i === at}" @click="pick(o)">{{ o.text }}</div><div v-if="!shown.length" class="pale none">No match</div></div></div></div>`,
};

const Modal = {
  props: ['title'], emits: ['close'],
  mounted() { this.before = document.activeElement; nextTick(() => { const f = this.$el.querySelector('input, textarea, .dd-box, button'); f && f.focus(); }); },
  unmounted() { this.before && this.before.focus && this.before.focus(); },
  template: `<div class="veil" @mousedown.self="$emit('close')" @keydown.esc="$emit('close')"><div class="modal" role="dialog" aria-modal="true" :aria-label="title"><h2>{{ title }}</h2><slot></slot></div></div>`,
};

createApp({
  components: { Dropdown, Modal },
  data: () => ({
    ready: false, user: null, login: { login: '', password: '' }, loginError: '', busy: false,
    tab: 'week', areas: [], days: [], shifts: [], people: [], notices: [],
    area: '', openOnly: false, words: '', team: '', find: '',
    shiftId: null, personId: null, assign: null, assignError: '', note: '',
    form: null, wrong: {}, sure: null, toasts: [], draft: null, personForm: null,
  }),
  computed: {
    shift() { return this.shifts.find(s => s.id === this.shiftId); },
    person() { return this.people.find(p => p.id === this.personId); },
    areaOptions() { return [{ value: '', text: 'All areas' }, ...this.areas.map(a => ({ value: a, text: a }))]; },
    rows() { return this.areas.filter(a => !this.area || a === this.area); },
    teams() { return [...new Set(this.people.map(p => p.team))].sort(); },
    crew() { const t = this.find.toLowerCase(); return this.people.filter(p => (!this.team || p.team === this.team) && p.name.toLowerCase().includes(t)); },
    free() { const on = new Set(this.shift.people.map(p => p.id)); return this.people.filter(p => !on.has(p.id)).map(p => ({ value: p.id, text: p.name })); },
    missing() { return this.shifts.reduce((n, s) => n + Math.max(0, s.needed - s.people.length), 0); },
  },
  methods: {
    long: d => LONG[d], date: d => DATES[d],
    cell(a, d) { const t = this.words.toLowerCase(); return this.shifts.filter(s => s.area === a && s.day === d && (!this.openOnly || s.people.length < s.needed) && (!t || (s.name + ' ' + s.people.map(p => p.name).join(' ')).toLowerCase().includes(t))); },
    of(p) { return this.shifts.filter(s => s.people.some(q => q.id === p.id)).sort((x, y) => this.days.indexOf(x.day) - this.days.indexOf(y.day)); },
    async load() { Object.assign(this, await api('GET', '/plan')); },
    toast(text, bad) { const one = reactive({ text, bad, id: Math.random() }); this.toasts.push(one); setTimeout(() => { this.toasts = this.toasts.filter(t => t.id !== one.id); }, bad ? 8000 : 5000); },
    async enter() { this.loginError = ''; try { this.user = (await api('POST', '/session', this.login)).user; await this.load(); this.login = { login: '', password: '' }; } catch (e) { this.loginError = e.message; } },
    async leave() { await api('DELETE', '/session'); this.user = null; this.shiftId = this.personId = null; },
    openShift(s) { this.personId = null; this.shiftId = s.id; this.assign = null; this.assignError = ''; this.note = s.note; },
    openPerson(p) { this.shiftId = null; this.personId = p.id; this.personForm = null; this.wrong = {}; },
    shut() { this.shiftId = this.personId = null; },
    newShift(a, d) { this.wrong = {}; this.form = { name: '', area: a || null, day: d || null, start: '', end: '', needed: 2 }; },
    editShift() { this.wrong = {}; const { id, name, area, day, start, end, needed } = this.shift; this.form = { id, name, area, day, start, end, needed }; },
    async saveShift() {
      this.wrong = {};
      try {
        const body = { ...this.form, needed: Number(this.form.needed) };
        await (this.form.id ? api('PUT', '/shifts/' + this.form.id, body) : api('POST', '/shifts', body));
        this.toast(this.form.id ? 'Shift updated' : 'Shift added to the plan'); this.form = null; await this.load();
      } catch (e) { this.wrong = { [e.field]: e.message }; if (!e.field) this.toast(e.message, true); }
    },
    askDelete() { this.sure = { title: 'Delete this shift?', text: `“${this.shift.name}” and everybody on it will be removed from the plan.`, yes: 'Delete shift', go: async () => { await api('DELETE', '/shifts/' + this.shiftId); this.shut(); this.toast('Shift deleted'); } }; },
    askRemove(p) { const s = this.shift; this.sure = { title: 'Remove from shift?', text: `${p.name} will no longer be down for ${s.name} on ${LONG[s.day]}.`, yes: 'Remove', go: async () => { await api('DELETE', `/shifts/${s.id}/people/${p.id}`); this.toast(`${p.name} was taken off ${s.name}`); } }; },
    askUnpost(n) { this.sure = { title: 'Delete this notice?', text: 'Nobody will see it any more.', yes: 'Delete notice', go: async () => { await api('DELETE', '/notices/' + n.id); this.toast('Notice deleted'); } }; },
    async goOn() { const sure = this.sure; this.sure = null; try { await sure.go(); } catch (e) { this.toast(e.message, true); } await this.load(); },
    async put(id) {
      this.assignError = ''; this.assign = id; const p = this.people.find(q => q.id === id);
      try { await api('POST', `/shifts/${this.shiftId}/people`, { person: id }); this.toast(`${p.name} is now on ${this.shift.name}`); await this.load(); } catch (e) { this.assignError = e.message; }
      this.assign = null;
    },
    async saveNote() { await api('PUT', `/shifts/${this.shiftId}/note`, { note: this.note }); await this.load(); this.toast('Note saved'); },
    async savePerson() { this.wrong = {}; try { await api('PUT', '/people/' + this.personId, this.personForm); this.personForm = null; await this.load(); this.toast('Details saved'); } catch (e) { this.wrong = { [e.field]: e.message }; } },
    async post() { this.wrong = {}; try { await api('POST', '/notices', this.draft); this.draft = null; await this.load(); this.toast('Notice posted'); } catch (e) { this.wrong = { [e.field]: e.message }; } },
  },
  async mounted() { this.user = (await api('GET', '/session')).user; if (this.user) await this.load(); this.ready = true; },
  template: `
<div v-if="ready && !user" class="gate"><form class="card" @submit.prevent="enter" novalidate><div class="logo">Riverlight <b>crew</b></div><p class="pale">Sign in to plan shifts for 16 – 20 July.</p>
  <label for="u">Username</label><input id="u" v-model="login.login" autocomplete="username">
  <label for="p">Password</label><input id="p" v-model="login.password" type="password" autocomplete="current-password">
  <p v-if="loginError" class="bad" role="alert">{{ loginError }}</p><button class="main">Sign in</button></form></div>
<div v-else-if="user" class="shell">
  <header><div class="logo">Riverlight <b>crew</b></div>
    <div role="tablist" aria-label="Sections" class="tabs"><button v-for="(t, k) in {week: 'Week', people: 'Volunteers', board: 'Notice board'}" :key="k" role="tab" :aria-selected="tab === k" @click="tab = k; shut()">{{ t }}</button></div>
    <div class="me"><span class="face" aria-hidden="true">{{ user.split(' ').map(w => w[0]).join('') }}</span>{{ user }}<button class="ghost" @click="leave">Sign out</button></div></header>

  <main v-if="tab === 'week'"><div class="bar"><h1>16 – 20 July</h1><span class="chip warn">{{ missing }} places open</span><span class="gap"></span>
    <input v-model="words" type="search" aria-label="Find shift or person" placeholder="Find shift or person"><Dropdown v-model="area" :options="areaOptions" label="Area" />
    <button role="switch" :aria-checked="openOnly" class="switch" @click="openOnly = !openOnly"><i></i>Only with open places</button><button class="main" @click="newShift()">New shift</button></div>
    <table class="week"><thead><tr><th><span class="hid">Area</span></th><th v-for="d in days" :key="d" scope="col">{{ long(d) }}<small>{{ date(d) }}</small></th></tr></thead>
    <tbody><tr v-for="a in rows" :key="a"><th scope="row">{{ a }}</th><td v-for="d in days" :key="d">
      <button v-for="s in cell(a, d)" :key="s.id" class="slot" :class="{short: s.people.length < s.needed, on: s.id === shiftId}" @click="openShift(s)"><b>{{ s.name }}</b><span>{{ s.start }}–{{ s.end }}</span><em>{{ s.people.length }}/{{ s.needed }}</em></button>
      <button class="plus" :aria-label="'Add shift: ' + a + ', ' + long(d)" @click="newShift(a, d)">+</button></td></tr></tbody></table></main>

  <main v-else-if="tab === 'people'"><div class="bar"><h1>Volunteers</h1><span class="gap"></span><input v-model="find" type="search" aria-label="Find volunteer" placeholder="Name"></div>
    <div class="chips" role="group" aria-label="Team"><button class="chip" :aria-pressed="!team" @click="team = ''">All</button><button v-for="t in teams" :key="t" class="chip" :aria-pressed="team === t" @click="team = team === t ? '' : t">{{ t }}</button></div>
    <ul class="crew"><li v-for="p in crew" :key="p.id" :class="{on: p.id === personId}" @click="openPerson(p)"><span class="face" aria-hidden="true">{{ p.name.split(' ').map(w => w[0]).join('') }}</span><div><button class="plainlink">{{ p.name }}</button><small>{{ p.team }} · {{ of(p).length }} shifts</small></div></li></ul><p v-if="!crew.length" class="pale">Nobody of that name.</p></main>

  <main v-else class="narrow"><div class="bar"><h1>Notice board</h1><span class="gap"></span><button class="main" @click="wrong = {}; draft = { text: '', audience: 'Everyone' }">Write a notice</button></div>
    <article v-for="n in notices" :key="n.id" class="card"><p>{{ n.text }}</p><small>{{ n.author }}, {{ n.at }} <span class="chip">{{ n.audience }}</span><button class="ghost" :aria-label="'Delete notice of ' + n.author" @click="askUnpost(n)">Delete</button></small></article></main>

  <aside v-if="shift" class="drawer" role="complementary" aria-label="Shift details" @keydown.esc="shut"><button class="x" aria-label="Close details" @click="shut">×</button>
    <h2>{{ shift.name }}</h2><p>{{ long(shift.day) }}, {{ date(shift.day) }}, {{ shift.start }}–{{ shift.end }}</p><p><span class="chip">{{ shift.area }}</span> <span class="chip" :class="{warn: shift.people.length < shift.needed}">{{ shift.people.length }} of {{ shift.needed }}</span></p>
    <h3>On this shift</h3><ul class="on"><li v-for="p in shift.people" :key="p.id">{{ p.name }}<button class="ghost" :aria-label="'Remove ' + p.name" @click="askRemove(p)">×</button></li></ul><p v-if="!shift.people.length" class="pale">Nobody yet.</p>
    <Dropdown :key="shift.id" :modelValue="assign" @update:modelValue="put" :options="free" label="Add a volunteer" placeholder="Add a volunteer" :searchable="true" /><p v-if="assignError" class="bad" role="alert">{{ assignError }}</p>
    <h3><label for="note">Note for the team</label></h3><textarea id="note" v-model="note" rows="3"></textarea><button class="soft" :disabled="note === shift.note" @click="saveNote">Save note</button>
    <div class="foot"><button class="soft" @click="editShift">Edit shift</button><button class="ghost red" @click="askDelete">Delete shift</button></div></aside>

  <aside v-if="person" class="drawer" role="complementary" aria-label="Volunteer details" @keydown.esc="shut"><button class="x" aria-label="Close details" @click="shut">×</button>
    <h2>{{ person.name }}</h2><p><span class="chip">{{ person.team }}</span></p>
    <dl v-if="!personForm"><dt>Phone</dt><dd>{{ person.phone }}</dd><dt>T-shirt</dt><dd>{{ person.shirt }}</dd><dt>Eats</dt><dd>{{ person.diet }}</dd><dt>Allergies</dt><dd>{{ person.allergies || 'none' }}</dd><dt>Certificates</dt><dd>{{ person.skills || 'none' }}<small>Entered by the festival office</small></dd></dl>
    <form v-else @submit.prevent="savePerson" novalidate><label for="ph">Phone</label><input id="ph" v-model="personForm.phone"><p v-if="wrong.phone" class="bad">{{ wrong.phone }}</p><label>T-shirt</label><Dropdown v-model="personForm.shirt" :options="['S','M','L','XL'].map(t => ({value: t, text: t}))" label="T-shirt" /><label>Eats</label><Dropdown v-model="personForm.diet" :options="['Anything','Vegetarian','Vegan','Halal'].map(t => ({value: t, text: t}))" label="Eats" /><div class="foot"><button class="main">Save</button><button type="button" class="ghost" @click="personForm = null">Cancel</button></div></form>
    <h3>Shifts</h3><ul><li v-for="s in of(person)" :key="s.id">{{ s.day }} {{ s.start }} {{ s.name }}</li></ul><button v-if="!personForm" class="soft" @click="personForm = { phone: person.phone, shirt: person.shirt, diet: person.diet }">Edit details</button></aside>

  <Modal v-if="form" :title="form.id ? 'Edit shift' : 'New shift'" @close="form = null"><form @submit.prevent="saveShift" novalidate>
    <label for="fn">Name</label><input id="fn" v-model="form.name"><p v-if="wrong.name" class="bad" role="alert">{{ wrong.name }}</p>
    <div class="pair"><div><label>Area</label><Dropdown v-model="form.area" :options="areas.map(a => ({value: a, text: a}))" label="Area of the shift" placeholder="Choose" /><p v-if="wrong.area" class="bad" role="alert">{{ wrong.area }}</p></div><div><label>Day</label><Dropdown v-model="form.day" :options="days.map(d => ({value: d, text: long(d)}))" label="Day of the shift" placeholder="Choose" /><p v-if="wrong.day" class="bad" role="alert">{{ wrong.day }}</p></div></div>
    <div class="pair"><div><label for="fs">From</label><input id="fs" v-model="form.start" placeholder="hh:mm"><p v-if="wrong.start" class="bad" role="alert">{{ wrong.start }}</p></div><div><label for="fe">Until</label><input id="fe" v-model="form.end" placeholder="hh:mm"><p v-if="wrong.end" class="bad" role="alert">{{ wrong.end }}</p></div><div><label for="fp">People needed</label><input id="fp" v-model="form.needed" type="number" min="1" max="12"><p v-if="wrong.needed" class="bad" role="alert">{{ wrong.needed }}</p></div></div>
    <div class="foot"><button class="main">Save shift</button><button type="button" class="ghost" @click="form = null">Cancel</button></div></form></Modal>

  <Modal v-if="draft" title="Write a notice" @close="draft = null"><form @submit.prevent="post" novalidate><label for="nt">Text</label><textarea id="nt" v-model="draft.text" rows="4"></textarea><p v-if="wrong.text" class="bad" role="alert">{{ wrong.text }}</p>
    <label>Who sees it</label><div class="chips" role="radiogroup" aria-label="Who sees it"><button v-for="a in ['Everyone', ...areas]" :key="a" type="button" class="chip" role="radio" :aria-checked="draft.audience === a" @click="draft.audience = a">{{ a }}</button></div>
    <div class="foot"><button class="main">Post</button><button type="button" class="ghost" @click="draft = null">Cancel</button></div></form></Modal>

  <Modal v-if="sure" :title="sure.title" @close="sure = null"><p>{{ sure.text }}</p><div class="foot"><button class="main danger" @click="goOn">{{ sure.yes }}</button><button class="ghost" @click="sure = null">Keep</button></div></Modal>
  <div class="toasts" aria-live="polite"><div v-for="t in toasts" :key="t.id" class="toast" :class="{fail: t.bad}" role="status">{{ t.text }}</div></div>
</div>`,
}).mount('#app');
