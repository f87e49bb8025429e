-- anything -> done:<content hash>, for ARGV[2] ms
redis.call('SET', KEYS[1], 'done:' .. ARGV[1], 'PX', ARGV[2])
return 1
