/** What shows notices: a module of its own, so that a browser loads it after the first page. */
export { Notifications } from '@mantine/notifications';
