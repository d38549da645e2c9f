import type { Place } from './layout/staff-places.ts'

/** Every screen that requires sign-in, in menu order. To add a screen, add it here. */
export const PLACES: Place[] = [
  { path: '/admin/dashboard', who: 'admin', isForAll: true, screen: () => import('./dashboard/dashboard-screen.tsx').then((loaded) => loaded.DashboardScreen) },
  {
    path: '/admin/applications/:user_session_id/interview-feedback',
    who: 'admin',
    may: 'read',
    screen: () => import('./red-flags/feedback-review-screen.tsx').then((loaded) => loaded.FeedbackReviewScreen),
  },
  {
    path: '/admin/applications/:user_session_id/interviews',
    who: 'admin',
    may: 'read',
    screen: () => import('./scheduling/plan-screen.tsx').then((loaded) => loaded.PlanScreen),
  },
  {
    path: '/admin/applications/:user_session_id/licenses',
    who: 'admin',
    may: 'read',
    screen: () => import('./licenses/licenses-screen.tsx').then((loaded) => loaded.LicensesScreen),
  },
  {
    path: '/admin/applications/:user_session_id/another-role',
    who: 'admin',
    may: 'decide',
    screen: () => import('./candidate/suggest-screen.tsx').then((loaded) => loaded.SuggestScreen),
  },
  {
    path: '/admin/person/:user_session_id',
    who: 'admin',
    may: 'read',
    marks: '/admin/applications',
    screen: () => import('./applicants/person/person-screen.tsx').then((loaded) => loaded.PersonScreen),
  },
  {
    path: '/interviewer/dashboard',
    who: 'interviewer',
    menu: 'Applicant Review',
    screen: () => import('./feedback/interviewer-dashboard-screen.tsx').then((loaded) => loaded.InterviewerDashboardScreen),
  },
  {
    path: '/admin/applications/:roleId?/:statusId?/:days?/:user_session_id?',
    start: '/admin/applications',
    who: 'admin',
    may: 'read',
    menu: 'Applicant Review',
    card: { title: 'Applications', text: 'Read applications, decide, and reply', counts: 'applications' },
    screen: () => import('./applicants/review-screen.tsx').then((loaded) => loaded.ReviewScreen),
  },
  {
    path: '/admin/interviews',
    who: 'admin',
    may: 'read',
    menu: 'Interviews',
    card: { title: 'Interviews', text: "See each week's interviews, and who still has to pick times" },
    screen: () => import('./scheduling/week-screen.tsx').then((loaded) => loaded.WeekScreen),
  },
  {
    path: '/admin/roles',
    who: 'admin',
    menu: 'Edit Roles',
    card: { title: 'Roles', text: 'Write postings, set pay and dates, open and close roles', counts: 'roles' },
    screen: async () => {
      const [{ RoleEditorScreen }, { RoleText }, { ClosingEmail }, { RolePlanTab }, { CopyPanel }, { RoleTeamTab }, { RoleFiguresTab }, { ProspectsTab }] =
        await Promise.all([
          import('./roles/role-editor-screen.tsx'),
          import('./careers/role/role-text.tsx'),
          import('./applicants/decide/closing-email.tsx'),
          import('./interviewers/role-plan-tab.tsx'),
          import('./interviewers/copy-panel.tsx'),
          import('./staff/role-team-tab.tsx'),
          import('./figures/figures.tsx'),
          import('./candidate/prospects-tab.tsx'),
        ])
      const handed = { RoleText, ClosingEmail, CopyPanel, RolePlanTab, RoleTeamTab, RoleFiguresTab, ProspectsTab }
      return () => <RoleEditorScreen {...handed} />
    },
  },
  {
    path: '/admin/questions',
    who: 'admin',
    menu: 'Edit Questions',
    card: { title: 'Questions', text: 'Choose what applicants are asked, and for which roles', counts: 'questions' },
    screen: async () => {
      const [{ QuestionsScreen }, { QuestionField }] = await Promise.all([
        import('./questions/questions-screen.tsx'),
        import('./applications/fields/question-field.tsx'),
      ])
      return () => <QuestionsScreen QuestionField={QuestionField} />
    },
  },
  {
    path: '/admin/email-templates',
    who: 'admin',
    screen: () => import('./templates/templates-screen.tsx').then((loaded) => loaded.TemplatesScreen),
    menu: 'Edit Email Templates',
    card: { title: 'Email Templates', text: 'Write the emails candidates get', counts: 'templates' },
  },
  { path: '/admin/email-templates/new', who: 'admin', screen: () => import('./templates/template-screen.tsx').then((loaded) => loaded.NewTemplateScreen) },
  { path: '/admin/email-templates/:id', who: 'admin', screen: () => import('./templates/template-screen.tsx').then((loaded) => loaded.TemplateScreen) },
  {
    path: '/admin/interview-instructions',
    who: 'admin',
    menu: 'Edit Interview Instructions',
    card: { title: 'Interview Instructions', text: 'Edit what interviewers read beforehand', counts: 'interviews' },
    screen: () => import('./interviews/interviews-screen.tsx').then((loaded) => loaded.InterviewsScreen),
  },
  {
    path: '/admin/interviewers',
    who: 'admin',
    menu: 'Manage Interviewers',
    card: { title: 'Interviewers', text: 'Add interviewers and edit their bios', counts: 'interviewers' },
    screen: () => import('./interviewers/interviewers-screen.tsx').then((loaded) => loaded.InterviewersScreen),
  },
  {
    path: '/admin/brand',
    who: 'admin',
    card: { title: 'Brand', text: 'Set the logo, color, picture and text of your careers site' },
    screen: async () => {
      const [{ BrandScreen }, { Hero }, { previewDocument }] = await Promise.all([
        import('./brand/brand-screen.tsx'),
        import('./careers/hero.tsx'),
        import('./templates/preview/preview-document.ts'),
      ])
      return () => <BrandScreen Hero={Hero} showEmail={previewDocument} />
    },
  },
  {
    path: '/admin/figures',
    who: 'admin',
    may: 'read',
    card: { title: 'Figures', text: 'See how far applicants get, how long hiring takes and where people come from' },
    screen: () => import('./figures/figures-screen.tsx').then((loaded) => loaded.FiguresScreen),
  },
  {
    path: '/admin/invitations',
    who: 'admin',
    may: 'decide',
    card: { title: 'Invitations', text: 'Invite earlier applicants to a published role' },
    screen: () => import('./candidate/invitations-screen.tsx').then((loaded) => loaded.InvitationsScreen),
  },
  {
    path: '/admin/requests',
    who: 'admin',
    may: 'decide',
    card: { title: 'Candidate Requests', text: 'Arrange accommodations, and carry out erasures' },
    screen: () => import('./candidate/requests-screen.tsx').then((loaded) => loaded.RequestsScreen),
  },
  {
    path: '/admin/compacts',
    who: 'admin',
    may: 'read',
    card: { title: 'License Compacts', text: 'See which states honor which licenses, and add changes' },
    screen: () => import('./licenses/compacts-screen.tsx').then((loaded) => loaded.CompactsScreen),
  },
  {
    path: '/admin/exclusions',
    who: 'admin',
    card: { title: 'Exclusion List', text: 'Load the monthly list, and compare possible matches' },
    screen: () => import('./licenses/exclusions-screen.tsx').then((loaded) => loaded.ExclusionsScreen),
  },
  {
    path: '/admin/people',
    who: 'admin',
    card: { title: 'People', text: 'Who sees what' },
    screen: () => import('./staff/people-screen.tsx').then((loaded) => loaded.PeopleScreen),
  },
  {
    path: '/admin/audit',
    who: 'admin',
    may: 'audit',
    card: { title: 'Audit Trail', text: 'Who did what' },
    screen: () => import('./audit-trail/audit-screen.tsx').then((loaded) => loaded.AuditScreen),
  },
  {
    path: '/admin/system',
    who: 'admin',
    card: { title: 'System Status', text: 'Check that email, backups and the server are working' },
    screen: () => import('./dashboard/system/system-screen.tsx').then((loaded) => loaded.SystemScreen),
  },
  {
    path: '/admin/sessions',
    who: 'admin',
    isForAll: true,
    card: { title: 'Your Sign-in', text: "See where you're signed in, and sign out elsewhere" },
    screen: () => import('./auth/sessions/sessions-screen.tsx').then((loaded) => loaded.AdminSessionsScreen),
  },
  {
    path: '/interviewer/sessions',
    who: 'interviewer',
    card: { title: 'Your Sign-in', text: "See where you're signed in, and sign out elsewhere" },
    screen: () => import('./auth/sessions/sessions-screen.tsx').then((loaded) => loaded.InterviewerSessionsScreen),
  },
]
