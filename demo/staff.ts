/** The interviewers. `name` is the part of the address before the @. */
export const INTERVIEWERS = [
  {
    interviewer_name: 'Ambrose Kittredge-Bai',
    name: 'ambrose.kittredge',
    interviewer_bio: 'Nurse for nineteen years, the last six of them by video. Asks about the second visit, never the first.',
  },
  {
    interviewer_name: 'Dorothea Lightfoot',
    name: 'dorothea.lightfoot',
    interviewer_bio: 'Looks after the record system and the people who use it. Interviews with a notebook; do not mind the silence.',
  },
  {
    interviewer_name: 'Emeraude Nwachukwu-Holt',
    name: 'emeraude.nwachukwu',
    interviewer_bio: 'Began at the front desk, leads patient access today. Likes examples with a date in them.',
  },
  {
    interviewer_name: 'Jorah Peppercorn',
    name: 'jorah.peppercorn',
    interviewer_bio: 'Coding and compliance. Reads the footnotes first.',
  },
  {
    interviewer_name: 'Mirabel Stonecroft',
    name: 'mirabel.stonecroft',
    interviewer_bio: 'Clinical social worker. Holds Interview C most of the time, and keeps the last ten minutes for your questions.',
  },
  {
    interviewer_name: 'Tycho Rosenwater',
    name: 'tycho.rosenwater',
    interviewer_bio: 'Analyst and former paramedic. Will tell you when a number does not convince him.',
  },
]

/** People on the company's Bookings pages who haven't been added as interviewers yet. */
export const NOT_REGISTERED = [
  { interviewer_name: 'Alondra Weatherby', name: 'alondra.weatherby' },
  { interviewer_name: 'Cyprian Oduya-Marsh', name: 'cyprian.oduya' },
  { interviewer_name: 'Greta Lindenthal', name: 'greta.lindenthal' },
  { interviewer_name: 'Omar Quicksilver', name: 'omar.quicksilver' },
  { interviewer_name: 'Zélie Harrowgate', name: 'zelie.harrowgate' },
]
