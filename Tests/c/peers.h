/* Starts the real servers of Tests/servers/peers for a C test. */
#ifndef PEERS_H
#define PEERS_H

#include "check.h"

typedef struct peers {
  server process;
  int output;
  char folder[256], authority[300]; /* authority: the path of ca.pem, which clients must trust */
  struct {
    char name[32], port[8];
  } ports[32];
  int count;
} peers;

static inline peers peers_start(void) {
  peers it = {0};
  char line[300], name[32], value[256];
  it.process = server_spawn("Tests/servers/peers/peers.py", &it.output);
  for (;;) {
    server_read_line(it.output, line, sizeof line);
    if (sscanf(line, "%31s %255s", name, value) != 2) break;
    if (strcmp(name, "folder") == 0) {
      snprintf(it.folder, sizeof it.folder, "%s", value);
    } else if (it.count < 32) {
      snprintf(it.ports[it.count].name, sizeof name, "%s", name);
      snprintf(it.ports[it.count++].port, 8, "%.7s", value);
    }
  }
  snprintf(it.authority, sizeof it.authority, "%s/ca.pem", it.folder);
  EXPECT(it.folder[0] == '/', "the servers did not start");
  return it;
}

static inline void peers_stop(peers *it) {
  server_stop(&it->process);
  close(it->output);
}

static inline const char *peers_port(const peers *it, const char *name) {
  for (int i = 0; i < it->count; i++) {
    if (strcmp(it->ports[i].name, name) == 0) return it->ports[i].port;
  }
  return "1";
}

/* Sends the command "stop nginx" or "start nginx". Returns when it is done. */
static inline void peers_command(peers *it, const char *command) {
  char line[16];
  EXPECT(dprintf(it->process.input, "%s\n", command) > 0);
  server_read_line(it->output, line, sizeof line);
  EXPECT(strcmp(line, "done") == 0, "%s: %s", command, line);
}

#endif
